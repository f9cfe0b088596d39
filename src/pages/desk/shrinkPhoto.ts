const longest = 1280,
  quality = 0.72;

/** A photograph as a JPEG of at most 1280 pixels, so that many fit on the device while there is no network. */
export const shrinkPhoto = async (file: File): Promise<string> => {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL('image/jpeg', quality);
};
