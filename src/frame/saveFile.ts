/** Offers a file to the person as a download. */
export const saveBlob = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

/** The same for a table as text. */
export const saveFile = (name: string, text: string): void => saveBlob(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
