import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';

export interface ImageOptions extends CommonOptions {
  /** Smallest width of the picture, in pixels. */
  readonly minWidth?: number;
  /** Smallest height of the picture, in pixels. */
  readonly minHeight?: number;
}

/** A picture, by the address that the upload answered. */
export const image = <const O extends ImageOptions>(options?: O & Only<NoInfer<O>, ImageOptions>) => {
  const given = optionsOf<O>(options);
  const { minWidth = 0, minHeight = 0 }: ImageOptions = given;
  return field<string>()(given, {
    type: 'image',
    takes: ['minWidth', 'minHeight'],
    zod: () =>
      z
        .string()
        .max(500)
        .regex(/^(\/api\/upload\/[A-Za-z0-9_-]+\.(png|jpg|webp)|https:\/\/[^\s"'<>]+)$/, 'INVALID_IMAGE' satisfies ErrorCode),
    column: 'text',
    graphql: 'String',
    operators: ['null'],
    sortable: false,
    uploads: { kinds: ['png', 'jpg', 'webp'], minWidth, minHeight },
  });
};
