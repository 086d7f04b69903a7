import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses, type FuseV1Config } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

/** Fuses that prevent changing the app from outside. Written into the binary before it is signed. */
export const FUSES: FuseV1Config = {
  version: FuseVersion.V1,
  // A new fuse in a later Electron must be decided here.
  strictlyRequireAllFuses: true,
  // A binary for Apple silicon does not start if its signature no longer fits. Signed builds are signed again later.
  resetAdHocDarwinSignature: true,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
};

/** electron-builder calls this with each packed app, before it signs it. */
export default async function setFuses({ appOutDir, packager, electronPlatformName }: AfterPackContext): Promise<void> {
  const { productFilename } = packager.appInfo;
  const names = { darwin: `${productFilename}.app`, win32: `${productFilename}.exe`, linux: 'parley' };
  const name = names[electronPlatformName as keyof typeof names];
  await flipFuses(join(appOutDir, name), FUSES);
}
