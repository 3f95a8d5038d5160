import { useEffect } from 'preact/hooks'
import type { OperatorSession } from '#contracts/access.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { browserOf } from '../../inbox/details/browser-of.ts'
import { type AccessModel, createAccessModel } from './model.ts'

/** Access to the account: its sessions and sign-in links, and a link to its API keys. */
export function Access({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createAccessModel(desk.api))
  useEffect(() => void model.load(), [model])
  const sessions = model.sessions.value
  if (!sessions) {
    return model.error.value ? (
      <ErrorState title={t('access.failed')} onRetry={model.load}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('access.loading')} rows={3} />
    )
  }
  return (
    <>
      <Card
        title={t('access.title')}
        note={t('access.note')}
        actions={
          sessions.length > 1 && (
            <Button
              onClick={() => {
                model.isEndingAll.value = true
              }}
            >
              {t('access.endAll')}
            </Button>
          )
        }
      >
        <Sessions desk={desk} model={model} sessions={sessions} />
      </Card>
      <Card title={t('access.keysTitle')} note={t('access.keysWords')}>
        <a href="/app/api-keys">{t('access.keysGo')}</a>
      </Card>
      <EndAllDialog desk={desk} model={model} />
    </>
  )
}

interface PartProps {
  readonly desk: Desk
  readonly model: AccessModel
}

function Sessions({
  desk,
  model,
  sessions,
}: PartProps & { readonly sessions: readonly OperatorSession[] }) {
  const end = (session: OperatorSession) =>
    void model
      .end(session)
      .then(() => desk.toasts.show(t('access.ended')))
      .catch((failure) => desk.toasts.show(explain(failure), { tone: 'danger' }))

  return (
    <DataTable
      label={t('access.title')}
      rows={sessions}
      keyOf={({ id }) => id}
      nameOf={({ operator }) => operator.name}
      columns={[
        {
          key: 'person',
          title: t('access.person'),
          isPrimary: true,
          cell: ({ operator, is_this_one }) => (
            <span class="person-cell">
              <bdi>{operator.name}</bdi>
              {is_this_one && <Badge tone="person">{t('access.thisOne')}</Badge>}
            </span>
          ),
        },
        { key: 'where', title: t('access.where'), cell: (session) => <Where session={session} /> },
        {
          key: 'used',
          title: t('access.lastUsed'),
          cell: ({ last_used_at: at }) =>
            at ? <Time at={at} /> : <span class="quiet">{t('access.never')}</span>,
        },
        {
          key: 'since',
          title: t('access.since'),
          cell: (session) => <Time at={session.created_at} />,
        },
      ]}
      actions={(session) =>
        !session.is_this_one && (
          <Button
            size="small"
            kind="quiet"
            aria-label={t('access.endOf', { name: session.operator.name })}
            onClick={() => end(session)}
          >
            {t('access.end')}
          </Button>
        )
      }
    />
  )
}

function Where({ session }: { readonly session: OperatorSession }) {
  const { kind, user_agent, address, by_key, issued_by } = session
  const browser = browserOf(user_agent) || t('access.unknown')
  return (
    <span class="session-where">
      <span dir="auto">
        {kind === 'link' ? t('access.link') : [browser, address].filter(Boolean).join(' · ')}
      </span>
      {by_key && <span class="quiet">{t('access.byKey')}</span>}
      {issued_by !== null && <span class="quiet">{t('access.issuedBy', { name: issued_by })}</span>}
    </span>
  )
}

function EndAllDialog({ desk, model }: PartProps) {
  if (!model.isEndingAll.value) return null
  const close = () => {
    model.isEndingAll.value = false
  }
  return (
    <ConfirmDialog
      title={t('access.endAllTitle')}
      confirm={t('access.endAll')}
      isDanger
      onConfirm={async () => {
        const count = await model.endAll()
        close()
        desk.toasts.show(t('access.allEnded', { count }))
      }}
      onClose={close}
    >
      <p>{t('access.endAllWords')}</p>
    </ConfirmDialog>
  )
}
