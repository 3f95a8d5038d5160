import type { ComponentChildren } from 'preact'
import type { Toasts } from '../../../app/toasts.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge, Card, type Tone } from '../../../ui/display.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import type { MailListModel } from './mail-list-model.ts'

/** A row of a list of emails. */
interface MailRow {
  readonly id: number
  readonly subject: string
  readonly address: string
  readonly tone: Tone
  /** Its status in words. */
  readonly status: string
  /** Reason for its status. */
  readonly reason: string | null
  readonly at: string
}

interface MailListProps<item, detail> {
  readonly desk: { readonly toasts: Pick<Toasts, 'show'> }
  readonly model: MailListModel<item, detail>
  readonly words: {
    readonly title: string
    readonly note: string
    readonly failed: string
    readonly empty: string
  }
  readonly rowOf: (email: item) => MailRow
  /** Shows the email that is read. */
  readonly reader: (email: detail) => ComponentChildren
}

/** A card with the latest emails of one direction. */
export function MailList<item, detail>({
  desk,
  model,
  words,
  rowOf,
  reader,
}: MailListProps<item, detail>) {
  const list = model.list.value
  const open = (id: number) =>
    void model.open(id).catch((failure: Error) => desk.toasts.show(failure.message, 'danger'))
  return (
    <Card
      title={words.title}
      note={words.note}
      actions={
        <Button size="small" onClick={() => void model.load()}>
          {t('channels.refresh')}
        </Button>
      }
    >
      {model.error.value && (
        <ErrorState title={words.failed} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      )}
      {!list && !model.error.value && <Loading label={t('channels.loading')} rows={3} />}
      {list?.length === 0 && <p class="quiet">{words.empty}</p>}
      {list && list.length > 0 && (
        <ul class="channel-emails">
          {list.map(rowOf).map(({ id, subject, address, tone, status, reason, at }) => (
            <li key={id}>
              <button type="button" class="channel-email" onClick={() => open(id)}>
                <span class="channel-email-head">
                  <strong dir="auto">{subject}</strong>
                  <Badge tone={tone} isDot>
                    {status}
                  </Badge>
                </span>
                <span class="quiet">
                  <span dir="ltr">{address}</span> · <Time at={at} />
                </span>
                {reason && <span dir="auto">{reason}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {model.opened.value && reader(model.opened.value)}
    </Card>
  )
}
