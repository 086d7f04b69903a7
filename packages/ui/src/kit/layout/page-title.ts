let shownTitle = '';
let unreadCount = 0;

/** Sets the title of the document, behind the number of unread conversations. */
export function setPageTitle(title: string): void {
  shownTitle = title;
  document.title = unreadCount > 0 ? `(${unreadCount}) ${title}` : title;
}

/** Sets the number of unread conversations that the document's title begins with; none for 0. */
export function setUnreadCount(count: number): void {
  if (count === unreadCount) return;
  unreadCount = count;
  setPageTitle(shownTitle);
}
