import { expect, type Locator } from '@playwright/test';

/**
 * Scrolls to an element and waits until it stands still. What comes into view takes its real height, which could move the
 * element between the press and the release of the mouse.
 */
export async function standsStill(element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  let before: string | undefined;
  const hasMoved = async () => {
    const place = JSON.stringify(await element.boundingBox());
    const isElsewhere = place !== before;
    before = place;
    return isElsewhere;
  };
  await expect.poll(hasMoved, { intervals: [500] }).toBe(false);
}
