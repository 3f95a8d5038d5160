import { t } from '../../locales/translate.ts'

interface News {
  /** Path of what it is about. */
  readonly place: string
  readonly text: string
}

/** Time in which news are collected, ms: of several, only their number is read out. */
const COLLECTED_FOR = 500

/** Reads out news: one as it is, and how many there are if several come at once. */
export function createNewsreader(say: (text: string) => void): (news: News) => void {
  let texts = new Map<string, string>()

  function flush(): void {
    const [text = ''] = texts.values()
    say(texts.size > 1 ? t('shell.notification.several', { count: texts.size }) : text)
    texts = new Map()
  }

  return ({ place, text }) => {
    if (texts.size === 0) setTimeout(flush, COLLECTED_FOR)
    texts.set(place, text)
  }
}
