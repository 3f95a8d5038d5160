import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { desktopApp } from '../../app/desktop/desktop.ts'
import type { Health } from '../../app/health.ts'
import { signOut } from '../../app/session/sign-out.ts'
import { t, tIfKnown } from '../../locales/translate.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { Facts } from '../../ui/facts.tsx'
import { CodeIcon, GlobeIcon, LeaveIcon } from '../../ui/icons.tsx'
import { DesktopCard, Diagnostics } from './desktop-card.tsx'
import { LICENCES } from './licences.ts'
import { UpdatesCard } from './updates-card.tsx'

/** Version and health of this Parley, links to its demo and API reference, and sign-out. */
export function About({ desk }: { readonly desk: Desk }) {
  const { health, load } = desk.health
  const desktop = desktopApp()
  const desktopVersion = useSignal<string>()
  useEffect(() => {
    void load()
    void desktop?.version().then((version) => (desktopVersion.value = version))
  }, [load, desktop, desktopVersion])

  return (
    <>
      <Card title={t('settings.parts.about')}>
        <Facts
          rows={[
            [t('system.about.server'), <HealthWords key="health" health={health.value} />],
            ...(desktopVersion.value
              ? [[t('system.about.desktop'), `Parley ${desktopVersion.value}`] as const]
              : []),
            [t('system.about.address'), <code key="address">{location.origin}</code>],
          ]}
        />
        <div class="form-actions">
          <LinkButton href="/demo" icon={GlobeIcon} isOutside>
            {t('system.about.demo')}
          </LinkButton>
          <LinkButton href="/api/docs" icon={CodeIcon} isOutside>
            {t('system.about.reference')}
          </LinkButton>
          <Button icon={LeaveIcon} onClick={() => void signOut(desk)}>
            {t('shell.account.signOut')}
          </Button>
        </div>
      </Card>
      {/* The page of a remote workspace has no access to this machine. */}
      {desktop && desk.workspaces.value?.shown === 'local' && (
        <>
          <UpdatesCard desktop={desktop} />
          <DesktopCard desktop={desktop} />
          <Diagnostics desktop={desktop} />
        </>
      )}
      <Card title={t('system.about.licences')} note={t('system.about.licencesNote')}>
        <details>
          <summary>{t('system.about.more', { count: LICENCES.length })}</summary>
          <ul class="licences">
            {LICENCES.map(([name, licence]) => (
              <li key={name}>
                <bdi>{name}</bdi> <span class="quiet">{licence}</span>
              </li>
            ))}
          </ul>
        </details>
      </Card>
    </>
  )
}

function HealthWords({ health }: { readonly health: Health | 'unknown' | undefined }) {
  if (!health) return <>…</>
  if (health === 'unknown') return <Badge tone="danger">{t('system.about.noAnswer')}</Badge>
  return (
    <>
      Parley {health.version}{' '}
      {health.degraded.length === 0 ? (
        <Badge tone="ok">{t('system.about.well')}</Badge>
      ) : (
        health.degraded.map((what) => (
          <Badge key={what} tone="attention">
            {tIfKnown('system.about.degraded', what) ?? what}
          </Badge>
        ))
      )}
    </>
  )
}
