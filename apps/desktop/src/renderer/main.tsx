import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Desktop } from './desktop.tsx';
import { EventHub } from './event-hub.ts';
import './style.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const hub = new EventHub(window.desktop);
void window.desktop.start().then((start) => {
  document.documentElement.dataset.frame = start.frame;
  createRoot(root).render(
    <StrictMode>
      <Desktop bridge={window.desktop} hub={hub} start={start} />
    </StrictMode>,
  );
});
