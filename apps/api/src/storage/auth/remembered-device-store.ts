/** A browser in which a user signs in without a code of their authenticator app. */
export interface RememberedDeviceRecord {
  id: string;
  userId: string;
  /** Hash of the token that the browser keeps. */
  hash: string;
  /** Such as `Firefox on Linux`. */
  name: string;
  createdAt: number;
  expiresAt: number;
  /** Null until it has signed in. */
  lastUsedAt: number | null;
}

export interface RememberedDeviceStore {
  /** Adds a device, and deletes the user's expired ones. Throws `unauthorized` when the user is being deleted. */
  add(device: RememberedDeviceRecord, now: number): Promise<void>;
  /** Records a sign-in. False when the user has no such device, or it has expired (from `expiresAt` on). */
  use(userId: string, hash: string, now: number): Promise<boolean>;
  /** Those that have not expired, oldest first. */
  list(userId: string, now: number): Promise<RememberedDeviceRecord[]>;
  /** False when the user has no such device. */
  remove(userId: string, id: string): Promise<boolean>;
  removeAll(userId: string): Promise<void>;
}
