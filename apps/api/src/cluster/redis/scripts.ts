import { defineScript, type CommandParser } from 'redis';

/** Prefix of all keys in Redis; the braces are a hash tag that keeps them in one cluster slot. */
const PREFIX = '{parley}';
const LEASES = `${PREFIX}:leases`;
const FENCED = `${PREFIX}:fenced`;
const BEGAN = `${PREFIX}:began`;

export const channelOf = (topic: string): string => `${PREFIX}:${topic}`;
export const limitKey = (name: string): string => `${PREFIX}:limit:${name}`;
export const turnKey = (key: string): string => `${PREFIX}:turn:${key}`;
export const logKey = (generationId: string): string => `${PREFIX}:log:${generationId}`;
export const sealKey = (generationId: string): string => `${PREFIX}:sealed:${generationId}`;

/** Retention of dead processes' ids and expired leases: one day. */
const REMEMBERED_MS = 24 * 3_600_000;
/** Events kept per log for late readers; the store covers older ones. */
const LOG_LENGTH = 5_000;
/** Expiry of an idle log; longer than a reply may take. */
const LOG_MS = 15 * 60_000;
/** How long a finished log stays readable; later readers get the stored message. */
const ENDED_LOG_MS = 60_000;
const SEALED_MS = 3_600_000;

// Only the clock of Redis decides, so the processes' clocks need not agree.
const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

function script<T>(keys: number, text: string) {
  return defineScript({
    NUMBER_OF_KEYS: keys,
    SCRIPT: text,
    parseCommand(parser: CommandParser, given: { keys: string[]; values: (string | number)[] }) {
      for (const key of given.keys) parser.pushKey(key);
      for (const value of given.values) parser.push(String(value));
    },
    transformReply: (reply: unknown) => reply as T,
  });
}

export const SCRIPTS = {
  /** Extends a lease by this many milliseconds and returns 1; returns 0 when the process was declared dead. */
  renew: script<number>(
    3,
    `${NOW}
  redis.call('SET', KEYS[3], now, 'NX')
  if redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 0 end
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${REMEMBERED_MS})
  return 1`,
  ),
  /**
   * Declares those of the processes dead that hold no lease, and returns them. Returns none while the data in Redis is
   * younger than one lease.
   */
  giveUp: script<string[]>(
    3,
    `${NOW}
  local began = redis.call('GET', KEYS[3])
  if not began or now - began < tonumber(ARGV[1]) then return {} end
  local dead = {}
  for i = 2, #ARGV do
    local ends = redis.call('ZSCORE', KEYS[1], ARGV[i])
    if not ends or tonumber(ends) < now then
      redis.call('ZREM', KEYS[1], ARGV[i])
      redis.call('ZADD', KEYS[2], now, ARGV[i])
      dead[#dead + 1] = ARGV[i]
    end
  end
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - ${REMEMBERED_MS})
  return dead`,
  ),
  /**
   * Appends events to a log and notifies its readers, unless the log is sealed. Events that are in it already stay
   * unchanged.
   */
  appendToLog: script<number>(
    2,
    `
  if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
  for i = 3, #ARGV, 2 do
    redis.pcall('XADD', KEYS[1], 'MAXLEN', '~', ${LOG_LENGTH}, ARGV[i] .. '-1', 'frame', ARGV[i + 1])
  end
  redis.call('PEXPIRE', KEYS[1], ${LOG_MS})
  redis.call('PUBLISH', ARGV[1], ARGV[2])
  return 1`,
  ),
  sealLog: script<number>(
    2,
    `
  redis.call('SET', KEYS[2], 1, 'PX', ${SEALED_MS})
  redis.call('PEXPIRE', KEYS[1], ${ENDED_LOG_MS})
  redis.call('PUBLISH', ARGV[1], ARGV[2])
  return 1`,
  ),
  /** Releases a lock if it still belongs to the holder. */
  endTurn: script<number>(
    1,
    `
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0`,
  ),
};

export const renewal = (id: string, lengthMs: number) => ({
  keys: [LEASES, FENCED, BEGAN],
  values: [id, lengthMs],
});
export const givingUp = (owners: string[], lengthMs: number) => ({
  keys: [LEASES, FENCED, BEGAN],
  values: [lengthMs, ...owners],
});
/** Arguments that remove a process's lease at once. */
export const endOfLease = (id: string): [key: string, member: string] => [LEASES, id];
