import { useEffect } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createBlockedModel, placeOfBlocked } from './blocked-model.ts'

interface CannotAnswerProps {
  readonly desk: Pick<Desk, 'api' | 'live'>
  /** Id or UUID of the assistant. */
  readonly assistant: number | string
  /** A change triggers a reload. */
  readonly version?: unknown
}

/** Explains why an assistant cannot answer, with a link to fix it; renders nothing if it can. */
export function CannotAnswer({ desk, assistant, version }: CannotAnswerProps) {
  const model = useModel(() => createBlockedModel(desk.api, desk.live))
  useEffect(() => void model.load(), [model, assistant, version])
  const found = model.list.value.find(({ id, uuid }) => id === assistant || uuid === assistant)
  return (
    <div class="cannot-answer" role="status">
      {found && (
        <Banner
          tone="attention"
          actions={<a href={placeOfBlocked(found)}>{t(`blocked.actions.${found.reason}`)}</a>}
        >
          {t(`blocked.why.${found.reason}`, { name: found.name })}
        </Banner>
      )}
    </div>
  )
}
