/** The page somebody is on, without its query, which can hold what is nobody's business. */
export function aboutPage() {
  const [page_url = ''] = location.href.split(/[?#]/)
  return {
    page_url: /^http/.test(page_url) ? page_url : undefined,
    page_title: [...document.title].slice(0, 150).join(''),
  }
}
