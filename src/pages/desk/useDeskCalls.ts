import { useCustomMutation, type BaseRecord, type HttpError } from '@refinedev/core';
import { useMemo, useRef } from 'react';
import { useUpload, type Uploaded } from '@/fields/kit/useUpload';
import type { BoughtSale } from '@/domain/store/BoughtSale';
import { useServices } from '@/providers/ServicesContext';
import { fetchFile } from '@/frame/saveAnswer';
import { dataUrlOf } from './dataUrlOf';
import {
  deliveryAction,
  type BoardFigures,
  type DeskHanding,
  type DeskInfo,
  type HandedKit,
  type PeoplePage,
  portraitAddress,
  saleAction,
} from './deskApi';

const quiet = { dataProviderName: 'kits', successNotification: false, errorNotification: false } as const;
const fileOf = (dataUrl: string): File => {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  return new File([bytes], 'carta.jpg', { type: 'image/jpeg' });
};

/** What a desk asks of the server; everything throws refine's `HttpError`. */
export interface DeskCalls {
  readonly open: (eventid: number) => Promise<DeskInfo>;
  readonly people: (eventid: number, after: number, since?: string) => Promise<PeoplePage>;
  readonly board: (eventid: number) => Promise<BoardFigures>;
  readonly deliver: (handing: DeskHanding) => Promise<HandedKit>;
  /** The page where a person signs their waiver, and its QR code as SVG. */
  readonly signLink: (inscriptionid: number) => Promise<{ readonly link: string; readonly qr: string }>;
  /** The small photograph of the person of a registration, as a data URL. */
  readonly portrait: (inscriptionid: number) => Promise<string>;
  /** What the athlete of a registration bought in the store. */
  readonly bought: (inscriptionid: number) => Promise<readonly BoughtSale[]>;
  readonly handSale: (action: 'hand_over' | 'take_back', saleid: number) => Promise<void>;
  readonly act: (action: 'void' | 'return_kit' | 'accept', id: number, reason: string) => Promise<void>;
}
export const useDeskCalls = (): DeskCalls => {
  const { mutateAsync } = useCustomMutation<BaseRecord, HttpError, object>();
  const { upload } = useUpload();
  const { config, http } = useServices();
  const newest = useRef({ mutateAsync, upload });
  newest.current = { mutateAsync, upload };
  return useMemo(() => {
    const ask = async <T>(action: string, input: object): Promise<T> => {
      const { data } = await newest.current.mutateAsync({ url: deliveryAction(action), method: 'post', values: { input }, ...quiet });
      return data['result'];
    };
    return {
      open: (eventid) => ask<DeskInfo>('open_desk', { eventid }),
      people: (eventid, after, since) => ask<PeoplePage>('list_people', { eventid, after, ...(since && { since }) }),
      board: (eventid) => ask<BoardFigures>('board', { eventid }),
      deliver: async ({ photos = [], ...handing }) => {
        const evidence_files: Uploaded[] = [];
        for (const photo of photos) evidence_files.push(await newest.current.upload(fileOf(photo)));
        return ask<HandedKit>('deliver', { ...handing, ...(evidence_files.length > 0 && { evidence_files }) });
      },
      signLink: async (inscriptionid) => {
        const { data } = await newest.current.mutateAsync({
          url: `/v2/inscription/inscriptions/${inscriptionid}/sign_link`,
          method: 'post',
          values: {},
          ...quiet,
          dataProviderName: 'inscription',
        });
        return data['result'];
      },
      portrait: async (inscriptionid) => dataUrlOf(await fetchFile(http, `${config.host}${portraitAddress(inscriptionid)}`)),
      bought: async (inscriptionid) => {
        const { data } = await newest.current.mutateAsync({
          url: saleAction('bought'),
          method: 'post',
          values: { input: { inscriptionid } },
          ...quiet,
          dataProviderName: 'inscription',
        });
        return data['result'].sales;
      },
      handSale: async (action, saleid) => {
        await newest.current.mutateAsync({
          url: saleAction(action, saleid),
          method: 'post',
          values: {},
          ...quiet,
          dataProviderName: 'inscription',
        });
      },
      act: async (action, id, reason) => {
        await newest.current.mutateAsync({ url: deliveryAction(action, id), method: 'post', values: { input: { reason } }, ...quiet });
      },
    };
  }, [config, http]);
};
