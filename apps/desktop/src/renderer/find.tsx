import { t } from '@parley/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { EventHub } from './event-hub.ts';
import { FindLine } from './find-line.tsx';
import './style.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
document.title = t`Find in page`;
document.documentElement.dataset.page = 'over';
createRoot(root).render(
  <StrictMode>
    <FindLine bridge={window.desktop} hub={new EventHub(window.desktop)} />
  </StrictMode>,
);
