/** Returns a table's cells as tab-separated lines, which spreadsheets paste as cells. */
export function tableText(box: HTMLElement | null): string {
  const rows = [...(box?.querySelectorAll('tr') ?? [])];
  return rows.map(({ cells }) => [...cells].map(cellText).join('\t')).join('\n');
}

function cellText({ textContent }: HTMLTableCellElement): string {
  return textContent.trim().replaceAll(/\s+/g, ' ');
}
