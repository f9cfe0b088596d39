import { uploadIn } from '../../api/files/readUpload';

/** Where a page shows a picture of its event from: as small as its place, or as it is where it was not uploaded here. */
export const smallPicture = (slug: string, address: string): string => {
  const id = uploadIn(address);
  return id === undefined ? address : `/e/${slug}/pictures/${id}`;
};
