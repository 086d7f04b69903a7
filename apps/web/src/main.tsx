import { App, type Platform } from '@parley/ui';
import '@parley/ui/first-load.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { webPlatform } from './platform.ts';
import { handOverPrerender } from './hand-over-prerender.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
handOverPrerender(root);

const apiUrl = import.meta.env.VITE_API_URL;
if (apiUrl) {
  const { settingsFromApi } = await import('./settings-from-api.ts');
  // An older server sends fewer settings.
  const settings = { ...webPlatform.settings, ...(await settingsFromApi(apiUrl, webPlatform.storage)) };
  start(root, { ...webPlatform, apiUrl, settings });
} else {
  start(root, webPlatform);
}

function start(place: HTMLElement, platform: Platform): void {
  createRoot(place).render(
    <StrictMode>
      <App platform={platform} showsDetails={import.meta.env.DEV} />
    </StrictMode>,
  );
}
