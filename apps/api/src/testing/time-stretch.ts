import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How many times as long processor time takes at this priority, since other processes run. */
export async function timeStretch(priority = 0): Promise<number> {
  const spin = `os.setPriority(${priority}); while (process.cpuUsage().user < 5e5);`;
  const begun = performance.now();
  await promisify(execFile)(process.execPath, ['-e', spin]);
  return (performance.now() - begun) / 500;
}
