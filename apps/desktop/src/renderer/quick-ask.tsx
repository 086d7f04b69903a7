import { t } from '@parley/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { EventHub } from './event-hub.ts';
import { QuickAsk } from './quick-ask-line.tsx';
import './style.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
document.title = t`Quick ask`;
document.documentElement.dataset.page = 'over';
createRoot(root).render(
  <StrictMode>
    <QuickAsk bridge={window.desktop} hub={new EventHub(window.desktop)} />
  </StrictMode>,
);
