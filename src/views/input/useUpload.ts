import { useCustomMutation, type BaseRecord, type HttpError } from '@refinedev/core';

export interface Upload {
  /** Sends a file and answers its address; throws refine's `HttpError`. */
  readonly upload: (file: File) => Promise<string>;
  readonly isUploading: boolean;
}
/** Uploads through the general service, which knows the host and carries the token. */
export const useUpload = (): Upload => {
  const { mutateAsync, mutation } = useCustomMutation<BaseRecord, HttpError, FormData>();
  const upload = async (file: File): Promise<string> => {
    const body = new FormData();
    body.append('file', file);
    const { data } = await mutateAsync({ url: '/api/upload', method: 'post', values: body, dataProviderName: 'general', successNotification: false, errorNotification: false });
    return String(data['url']);
  };
  return { upload, isUploading: mutation.isPending };
};
