import { useCustomMutation, type BaseRecord, type HttpError } from '@refinedev/core';

/** A file as the server stores it. */
export interface Uploaded {
  readonly url: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
}
export interface Upload {
  /** Uploads a file and answers the stored file; throws refine's `HttpError`. */
  readonly upload: (file: File) => Promise<Uploaded>;
  readonly isUploading: boolean;
}
/** Uploads through the general service, which knows the host and carries the token. */
export const useUpload = (): Upload => {
  const { mutateAsync, mutation } = useCustomMutation<BaseRecord, HttpError, FormData>();
  const upload = async (file: File): Promise<Uploaded> => {
    const body = new FormData();
    body.append('file', file);
    const { data } = await mutateAsync({
      url: '/api/upload',
      method: 'post',
      values: body,
      dataProviderName: 'general',
      successNotification: false,
      errorNotification: false,
    });
    return {
      url: String(data['url']),
      name: String(data['name'] ?? file.name),
      size: Number(data['size'] ?? file.size),
      type: String(data['type'] ?? file.type),
    };
  };
  return { upload, isUploading: mutation.isPending };
};
