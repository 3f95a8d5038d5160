let added = ''

/** Says in the page's title what is new, or takes it back; a page may change its title meanwhile. */
export function showInTitle(words: string): void {
  const next = words && `(${words}) `
  if (next === added) return
  const { title } = document
  document.title = next + (title.startsWith(added) ? title.slice(added.length) : title)
  added = next
}
