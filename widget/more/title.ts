let added = ''

/** Shows a notice in front of the page's title, or removes it; the page may change its title meanwhile. */
export function showInTitle(words: string): void {
  const next = words && `(${words}) `
  if (next === added) return
  const { title } = document
  document.title = next + (title.startsWith(added) ? title.slice(added.length) : title)
  added = next
}
