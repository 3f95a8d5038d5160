import { useEffect, useState } from 'preact/hooks'

/** Whether the window is as a media query says, now and after every change. */
export function useMedia(query: string): boolean {
  const [isSo, setSo] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const follow = () => setSo(media.matches)
    follow()
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [query])
  return isSo
}
