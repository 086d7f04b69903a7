import type { Brand } from '@parley/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useClient, useSession } from '../../stores/client.ts';
import { MaintenanceBanner } from './maintenance-banner.tsx';

const AcceptDocuments = lazyPart(
  'accept',
  async () => (await import('./accept-documents.tsx')).AcceptDocuments,
  () => null,
);

/** What the operator of this server shows everyone: a banner, and terms that people have not accepted yet. */
export function BrandNotices() {
  const { platform } = useClient();
  const isSignedIn = useSession((session) => session.status === 'signed-in');
  const { banner, documents } = useBrand(platform.settings.brand);
  const [top] = useState(() => document.createElement('div'));
  useEffect(() => {
    document.body.prepend(top);
    return () => top.remove();
  }, [top]);
  return (
    <>
      {banner && createPortal(<MaintenanceBanner key={banner.until} banner={banner} />, top)}
      <Suspense>{isSignedIn && documents && <AcceptDocuments key={JSON.stringify(documents)} />}</Suspense>
    </>
  );
}

/** The operator's texts; read again whenever the server says that they changed. */
function useBrand(atStart: Brand | undefined): Brand {
  const { api } = useClient();
  const revision = useSession((session) => session.user?.brand);
  const [brand, setBrand] = useState(atStart ?? {});
  const known = useRef(atStart ? revision : null);
  useEffect(() => {
    if (known.current === revision) return;
    // The first revision that it receives is that of the page.
    const isFirst = known.current === undefined && atStart !== undefined;
    known.current = revision;
    if (isFirst) return;
    void api
      .server()
      .then((calls) => calls.texts())
      .then(setBrand, () => {});
  }, [api, revision, atStart]);
  return brand;
}
