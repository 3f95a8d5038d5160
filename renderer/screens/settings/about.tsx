import { useEffect } from 'preact/hooks'
import { explain } from '../../api.ts'
import type { Desk } from '../../desk.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { CodeIcon, GlobeIcon, LeaveIcon } from '../../ui/icons.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createAboutModel, type Health } from './about-model.ts'

/** Which Parley this is, how it feels, and the way out. */
export function About({ desk }: { readonly desk: Desk }) {
  const { health, desktopVersion, load } = useModel(() => createAboutModel(desk.fetch))
  useEffect(() => void load(), [load])

  async function signOut(): Promise<void> {
    try {
      await desk.session.signOut()
    } catch (failure) {
      desk.toasts.show(explain(failure), 'danger')
    }
  }

  return (
    <Card title="About">
      <dl class="facts is-wide">
        <div class="fact">
          <dt>Server</dt>
          <dd>
            <HealthWords health={health.value} />
          </dd>
        </div>
        {desktopVersion.value && (
          <div class="fact">
            <dt>Desktop app</dt>
            <dd>Parley {desktopVersion.value}</dd>
          </div>
        )}
        <div class="fact">
          <dt>Address</dt>
          <dd>
            <code>{location.origin}</code>
          </dd>
        </div>
      </dl>
      <div class="form-actions">
        <LinkButton href="/demo" icon={GlobeIcon} isOutside>
          Demo page
        </LinkButton>
        <LinkButton href="/api/docs" icon={CodeIcon} isOutside>
          API reference
        </LinkButton>
        <Button icon={LeaveIcon} onClick={signOut}>
          Sign out
        </Button>
      </div>
    </Card>
  )
}

function HealthWords({ health }: { readonly health: Health | 'unknown' | undefined }) {
  if (!health) return <>…</>
  if (health === 'unknown') return <Badge tone="danger">No answer</Badge>
  return (
    <>
      Parley {health.version}{' '}
      {health.degraded.length === 0 ? (
        <Badge tone="ok">All well</Badge>
      ) : (
        health.degraded.map((what) => (
          <Badge key={what} tone="attention">
            {what}
          </Badge>
        ))
      )}
    </>
  )
}
