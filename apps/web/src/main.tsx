import { App } from '@parley/ui';
import '@parley/ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { webPlatform } from './platform.ts';
import { replaceDrawn } from './replace-drawn.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
replaceDrawn(root);
createRoot(root).render(
  <StrictMode>
    <App platform={webPlatform} showsDetails={import.meta.env.DEV} />
  </StrictMode>,
);
