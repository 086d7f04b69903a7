import '@parley/ui/first-load.css';
import { Markdown } from '@parley/ui/markdown';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { writeSample } from '../sample.ts';
import './page.css';

const deltaLength = 4;
const deltasPerFrame = 8;
const plugins = [remarkGfm];

const Line = memo(function Line({ text }: { text: string }): ReactNode {
  return <div>{text || '\u00a0'}</div>;
});

const ways: Record<string, (text: string, streaming: boolean) => ReactNode> = {
  plain: (text) => (
    <div>
      {text.split('\n').map((line, index) => (
        <Line key={index} text={line} />
      ))}
    </div>
  ),
  ours: (text, streaming) => <Markdown text={text} streaming={streaming} />,
  colored: (text, streaming) => <Markdown text={text} streaming={streaming} />,
  whole: (text) => <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>,
};

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Streams a sample into the page, frame by frame and scrolled to the end. Returns the durations of its long tasks in
 * ms.
 */
async function stream(way: string, kilobytes: number): Promise<number[]> {
  const page = document.querySelector('#page');
  const draw = ways[way];
  if (!page || !draw) throw new Error(`No way ${way}`);
  const longTasks: number[] = [];
  const observer = new PerformanceObserver((list) =>
    longTasks.push(...list.getEntries().map((entry) => entry.duration)),
  );
  observer.observe({ type: 'longtask' });
  const sample = writeSample(kilobytes, way === 'colored' ? 'ts' : 'text');
  const root = createRoot(page);
  for (let end = 0; end < sample.length;) {
    await nextFrame();
    for (let delta = 0; delta < deltasPerFrame; delta += 1) {
      end += deltaLength;
      root.render(draw(sample.slice(0, end), true));
    }
    page.scrollTop = page.scrollHeight;
  }
  await nextFrame();
  root.render(draw(sample, false));
  await nextFrame();
  await nextFrame();
  observer.disconnect();
  flushSync(() => root.unmount());
  return longTasks;
}

Object.assign(globalThis, { stream });
