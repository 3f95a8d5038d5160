import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'

interface ChangesProps {
  /** The assistant's original text. */
  readonly from: string
  readonly to: string
}

/** Shows an operator's changes on demand; the diff code is loaded lazily. */
export function Changes({ from, to }: ChangesProps) {
  const [Diff, setDiff] = useState<ComponentType<ChangesProps>>()
  const toggle = () =>
    Diff
      ? setDiff(undefined)
      : void import('./word-diff.tsx').then(({ WordDiff }) => setDiff(() => WordDiff))
  return (
    <>
      <Button kind="quiet" size="small" aria-expanded={Boolean(Diff)} onClick={toggle}>
        {Diff ? t('dial.hideChanges') : t('dial.showChanges')}
      </Button>
      {Diff && <Diff from={from} to={to} />}
    </>
  )
}
