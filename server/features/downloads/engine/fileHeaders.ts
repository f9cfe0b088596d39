import type { FastifyReply } from 'fastify';

/** The headers of a file that is only saved, never shown as a page of this site. */
export const fileHeaders = (reply: FastifyReply, mime: string, name: string): FastifyReply =>
  reply
    .type(mime)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w .-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('access-control-expose-headers', 'content-disposition')
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-robots-tag', 'noindex');
