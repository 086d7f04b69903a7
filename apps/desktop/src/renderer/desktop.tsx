import { App, type Platform } from '@parley/ui';
import { adoptStyles } from '@parley/ui/adopt-styles';
import { useEffect, useMemo, useState } from 'react';
import type { DesktopBridge, StartState } from '../bridge.ts';
import { ConnectionScreen } from './connection-screen.tsx';
import { desktopPlatform } from './desktop-platform.ts';
import type { EventHub } from './event-hub.ts';
import { ServerChoice } from './server-choice.tsx';

interface DesktopProps {
  bridge: DesktopBridge;
  hub: EventHub;
  start: StartState;
}

/** Shows the client once its server has answered, else why it has not; the choice of another server lies over both. */
export function Desktop({ bridge, hub, start }: DesktopProps) {
  const [server, setServer] = useState(start.server);
  const [isChoosing, setChoosing] = useState(false);
  useEffect(() => hub.on('choose-server', () => setChoosing(true)), [hub]);
  useEffect(() => {
    if (!('settings' in server)) return;
    document.title = server.settings.productName;
    adoptStyles(server.settings.brand?.styles);
  }, [server]);
  const platform = useMemo<Platform | null>(
    () => ('settings' in server ? desktopPlatform(bridge, hub, { ...start, server }, server.settings) : null),
    [bridge, hub, server, start],
  );
  return (
    <>
      {platform ? (
        <App platform={platform} />
      ) : (
        <ConnectionScreen
          url={server.url}
          problem={'problem' in server ? server.problem : ''}
          ask={() => bridge.askServer().then(setServer)}
          onChoose={() => setChoosing(true)}
        />
      )}
      {isChoosing && (
        <ServerChoice
          current={server.url}
          // Main reloads the page once the server answers.
          onUse={async (address) => {
            const state = await bridge.useServer(address);
            return 'problem' in state ? state.problem : null;
          }}
          onCancel={() => setChoosing(false)}
        />
      )}
    </>
  );
}
