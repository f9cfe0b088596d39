// Watches whether the text was read to its end, and makes photos of an identification small enough to send.
const words = document.querySelector('#words');
const accept = document.querySelector('input[name=accept]');
const hint = document.querySelector('#read-first');

if (words?.hasAttribute('data-scroll') && accept && !accept.checked) {
  words.classList.add('scrolls');
  if (words.scrollHeight > words.clientHeight + 4) {
    words.tabIndex = 0;
    words.setAttribute('role', 'region');
    words.setAttribute('aria-labelledby', 'edition');
    accept.disabled = true;
    accept.setAttribute('aria-describedby', 'read-first');
    hint.hidden = false;
    new IntersectionObserver(
      ([{ isIntersecting }], watcher) => {
        if (!isIntersecting) return;
        watcher.disconnect();
        accept.disabled = false;
        accept.removeAttribute('aria-describedby');
        hint.hidden = true;
      },
      { root: words },
    ).observe(document.querySelector('#end'));
  }
}

document.querySelector('#problem')?.focus();

const longest = 1600;
const quality = 0.8;
const photo = document.querySelector('#id_file');
photo?.addEventListener('change', async () => {
  const [file] = photo.files;
  if (!file || !file.type.startsWith('image/')) return;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return;
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d').drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const small = await new Promise((give) => canvas.toBlob(give, 'image/jpeg', quality));
  if (!small || small.size >= file.size) return;
  const list = new DataTransfer();
  list.items.add(new File([small], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' }));
  photo.files = list.files;
});
