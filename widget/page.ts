/** URL and title of the current page; the query and fragment are left out, as they may contain private data. */
export function aboutPage() {
  const [page_url = ''] = location.href.split(/[?#]/)
  return {
    page_url: /^http/.test(page_url) ? page_url : undefined,
    page_title: [...document.title].slice(0, 150).join(''),
  }
}
