// Draws a signature with a finger, a pen or a mouse, or writes the name for people who cannot draw.

// The server puts the library next to this file; in the source there is none.
const { default: SignaturePad } = await import(new URL('signature_pad.js', import.meta.url).href);

const frame = document.querySelector('.drawing');
const canvas = frame.querySelector('canvas');
const sent = frame.querySelector('input[name=drawing]');
const said = frame.querySelector('[data-pad=said]');
const pad = new SignaturePad(canvas, { backgroundColor: '#fff', penColor: '#14213d', minWidth: 0.8, maxWidth: 2.6 });

/** As many pixels as the screen has, which empties the canvas. */
const fit = () => {
  const ratio = Math.max(devicePixelRatio || 1, 1);
  canvas.width = canvas.offsetWidth * ratio;
  canvas.height = canvas.offsetHeight * ratio;
  canvas.getContext('2d').scale(ratio, ratio);
};
const keep = () => {
  sent.value = canvas.toDataURL('image/png');
};
const show = async () => {
  const before = sent.value;
  fit();
  pad.clear();
  if (before) await pad.fromDataURL(before, { width: canvas.offsetWidth, height: canvas.offsetHeight });
};
let width = 0;
new ResizeObserver(() => {
  if (canvas.offsetWidth === width) return; // the keyboard of a phone changes the height only
  width = canvas.offsetWidth;
  void show();
}).observe(canvas);

pad.addEventListener('endStroke', keep);

const clear = frame.querySelector('[data-pad=clear]');
clear.hidden = false;
clear.addEventListener('click', () => {
  pad.clear();
  sent.value = '';
  said.textContent = said.dataset.cleared;
});

const type = frame.querySelector('[data-pad=type]');
type.hidden = false;
type.addEventListener('click', () => {
  const field = document.querySelector('#signer_name');
  const name = frame.dataset.typed || field?.value.trim();
  if (!name) {
    field?.focus();
    return;
  }
  pad.clear();
  const context = canvas.getContext('2d');
  let size = 40;
  do {
    context.font = `italic ${size}px Georgia, "Times New Roman", serif`;
    size -= 2;
  } while (size > 12 && context.measureText(name).width > canvas.offsetWidth - 32);
  context.fillStyle = '#14213d';
  context.textBaseline = 'middle';
  context.fillText(name, 16, canvas.offsetHeight / 2);
  keep();
  said.textContent = said.dataset.written;
});
