import { useEffect, useRef, useState } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { partOf } from '@/schema/unknown';
import { createFindCode, createOncePerCode } from './findCode';

interface CameraReaderProps {
  readonly onCode: (code: string) => void;
  readonly onClose: () => void;
}
type Trouble = 'none' | 'refused' | 'busy' | 'insecure';

const pauseMs = 120;
const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, pauseMs));
const troubleOf = (error: unknown): Trouble => {
  const name = partOf(error, 'name');
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none';
};
const openCamera = async (): Promise<MediaStream | Trouble> => {
  if (!globalThis.isSecureContext) return 'insecure'; // browsers offer no camera to a page without encryption
  if (!navigator.mediaDevices?.getUserMedia) return 'none';
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false });
  } catch (error) {
    return troubleOf(error);
  }
};

/** The picture of the camera; reports each code once and stops with the screen. */
const CameraReader = ({ onCode, onClose }: CameraReaderProps) => {
  const { t } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<Trouble>();
  const [isOpen, setOpen] = useState(false);
  const newest = useRef(onCode);
  useEffect(() => {
    newest.current = onCode;
  });
  useEffect(() => {
    const leaving = new AbortController();
    const isGone = (): boolean => leaving.signal.aborted;
    let stream: MediaStream | undefined;
    const isNew = createOncePerCode();
    const watch = async (shown: HTMLVideoElement): Promise<void> => {
      const find = await createFindCode();
      while (!isGone()) {
        const code = shown.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await find(shown).catch(() => null) : null;
        if (code && !isGone() && isNew(code)) newest.current(code);
        await pause();
      }
    };
    const start = async (): Promise<void> => {
      const opened = await openCamera();
      if (typeof opened === 'string') return isGone() ? undefined : setTrouble(opened);
      stream = opened;
      if (isGone() || !video.current) return opened.getTracks().forEach((track) => track.stop());
      video.current.srcObject = opened;
      await video.current.play().catch(() => undefined);
      setOpen(true);
      await watch(video.current);
    };
    void start().catch(() => setTrouble('none'));
    return () => {
      leaving.abort();
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, []);
  return (
    <div className="scan-camera">
      {trouble ? (
        <p className="scan-camera-note" role="alert">
          {t(`scan.camera.${trouble}`)}
        </p>
      ) : (
        <>
          <video ref={video} muted playsInline aria-label={t('scan.camera.picture')} />
          <p className="scan-camera-note" role="status">
            {t(isOpen ? 'scan.camera.hold' : 'scan.camera.opening')}
          </p>
        </>
      )}
      <button type="button" className="asd-button scan-wide" onClick={onClose}>
        {t('scan.camera.close')}
      </button>
    </div>
  );
};
export default CameraReader;
