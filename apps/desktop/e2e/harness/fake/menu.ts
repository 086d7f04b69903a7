import type { MenuItemConstructorOptions } from 'electron';
import type { World } from './world.ts';

/** A menu that only stores its template. Roles have no effect. */
export function fakeMenu(world: World) {
  return class Menu {
    readonly template: MenuItemConstructorOptions[];

    constructor(template: MenuItemConstructorOptions[]) {
      this.template = template;
    }

    static buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
      return new Menu(template);
    }

    static setApplicationMenu(menu: Menu | null): void {
      world.menu = menu;
    }

    popup(): void {
      world.popups.push(this);
    }
  };
}

/** Finds the item at this path of labels or roles. */
export function menuItem(menu: unknown, labels: readonly string[]): MenuItemConstructorOptions {
  let items = (menu as { template: MenuItemConstructorOptions[] }).template;
  let found: MenuItemConstructorOptions | undefined;
  for (const label of labels) {
    found = items.find((item) => item.label?.replace('&', '') === label || item.role === label);
    if (!found)
      throw new Error(`No item ${label} among ${items.map((item) => item.label ?? item.role ?? item.type).join(', ')}`);
    items = Array.isArray(found.submenu) ? found.submenu : [];
  }
  if (!found) throw new Error('No label was given');
  return found;
}
