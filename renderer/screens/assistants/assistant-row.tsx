import type { Assistant } from '#contracts/assistants.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Avatar, Badge } from '../../ui/display.tsx'
import { ChatIcon, CodeIcon } from '../../ui/icons.tsx'
import { languageName } from '../../ui/language-name.ts'

interface AssistantRowProps {
  readonly assistant: Assistant
  readonly isChanging: boolean
  readonly onSetActive: (isActive: boolean) => void
}

const MODES: Record<Assistant['mode'], string> = {
  pipeline: 'Text and voice pipeline',
  multimodal: 'Multimodal',
  dualplex: 'Dualplex',
}

/** One assistant: what it is, whether it answers, and the way to try it and to embed it. */
export function AssistantRow({ assistant, isChanging, onSetActive }: AssistantRowProps) {
  const { id, uuid, name, status, type, mode, language, initial_message } = assistant
  const isActive = status === 'active'
  return (
    <li class="assistant-row">
      <Avatar name={name} id={uuid} />
      <div class="assistant-words">
        <h2>
          <bdi>{name}</bdi> {isActive ? <Badge tone="ok">Active</Badge> : <Badge>Inactive</Badge>}
        </h2>
        <p class="quiet">
          {[languageName(language), MODES[mode], type === 'inbound' ? 'Inbound' : 'Outbound']
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p class="assistant-greeting" dir="auto">
          “{initial_message}”
        </p>
      </div>
      <div class="assistant-actions">
        <Button
          size="small"
          kind={isActive ? 'quiet' : 'primary'}
          busy={isChanging}
          aria-label={`${isActive ? 'Deactivate' : 'Activate'}: ${name}`}
          onClick={() => onSetActive(!isActive)}
        >
          {isActive ? 'Deactivate' : 'Activate'}
        </Button>
        <LinkButton
          href={`/app/assistants/${id}/try`}
          size="small"
          icon={ChatIcon}
          aria-label={`Try it: ${name}`}
        >
          Try it
        </LinkButton>
        <LinkButton
          href={`/app/assistants/${id}/embed`}
          size="small"
          icon={CodeIcon}
          aria-label={`Embed: ${name}`}
        >
          Embed
        </LinkButton>
      </div>
    </li>
  )
}
