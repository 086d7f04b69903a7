/**
 * The floor: a bare text box above plain text that grows by `perSecond` words a second, a paragraph every twenty
 * words.
 */
export function floorPage(words: number, perSecond: number): string {
  return `<!doctype html><meta charset="utf-8" /><title>Floor</title>
<style>
  body { margin: 0; height: 100vh; display: grid; grid-template-rows: auto 1fr; font: 16px/1.65 sans-serif; }
  main { overflow-y: auto; max-width: 40rem; }
</style>
<textarea aria-label="Message"></textarea><main></main>
<script>
  const main = document.querySelector('main');
  const start = performance.now();
  let written = 0;
  let waiting = [];
  setInterval(() => {
    const due = Math.min(${words}, Math.floor(((performance.now() - start) / 1000) * ${perSecond}));
    for (; written < due; written++) waiting.push(written);
  }, 10);
  const draw = () => {
    for (const word of waiting) {
      if (word % 20 === 0) main.append(document.createElement('p'));
      main.lastElementChild.append('word' + word + ' ');
    }
    if (waiting.length > 0) main.scrollTop = main.scrollHeight;
    waiting = [];
    requestAnimationFrame(draw);
  };
  draw();
</script>`;
}
