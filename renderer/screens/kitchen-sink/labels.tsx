import { Avatar, AvatarStack, Badge, Count, type Tone } from '../../ui/display.tsx'
import { AssistantIcon } from '../../ui/icons.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Duration, Time } from '../../ui/time.tsx'
import { Shelf } from './shelf.tsx'

const TONES: readonly Tone[] = ['neutral', 'ok', 'ai', 'person', 'attention', 'danger']
const PEOPLE = [
  { id: 'a', name: 'Ada Lovelace', isOnline: true },
  { id: 'b', name: 'Grace Hopper' },
  { id: 'c', name: 'Joan Clarke' },
  { id: 'd', name: 'Mary Jackson' },
  { id: 'e', name: 'Hedy Lamarr' },
]

/** Badges, counts, avatars and labels. */
export function Labels() {
  return (
    <>
      <Shelf title="Badges">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="ok" isDot>
          Active
        </Badge>
        <Badge tone="ai" icon={AssistantIcon}>
          AI
        </Badge>
      </Shelf>
      <Shelf title="Counts">
        <Count value={3} label="unread" />
        <Count value={128} label="unread" />
        <Count value={7} tone="quiet" />
        <Count value={2} tone="attention" />
      </Shelf>
      <Shelf title="Labels">
        {['Billing', 'Bug', 'Refund', 'Shipping', 'VIP', 'Trial', 'Press', 'Spam'].map(
          (name, hue) => (
            <Tag key={name} color={hue}>
              {name}
            </Tag>
          ),
        )}
        <Tag>No colour</Tag>
        <Tag color="#b3261a" onRemove={() => undefined}>
          Removable
        </Tag>
        <Tag color={2} isSmall>
          Small
        </Tag>
        <Tag color={5} href="#labels">
          A link
        </Tag>
        <span class="sink-narrow">
          <Tag color={6}>A label with a name that is much too long for where it stands</Tag>
        </span>
      </Shelf>
      <Shelf title="People">
        <Avatar id="a" name="Ada Lovelace" size="small" />
        <Avatar id="b" name="Grace Hopper" isOnline />
        <Avatar id="c" name="Joan" size="large" isNamed />
        <AvatarStack label="Viewing" people={PEOPLE.slice(0, 2)} />
        <AvatarStack label="Viewing" people={PEOPLE} max={4} size="medium" />
      </Shelf>
      <Shelf title="Times">
        <Time at="2024-03-09T09:05:00Z" />
        <Time at="2024-03-09T09:05:00Z" as="date" />
        <Time at="2024-03-09T09:05:00Z" as="full" />
        <Duration seconds={187} />
        <Duration seconds={3787} />
      </Shelf>
      <Shelf title="Keys">
        <KeyHint keys="Mod+K" />
        <KeyHint keys="g i" />
        <KeyHint keys="?" />
        <KeyHint keys="Shift+Enter" />
      </Shelf>
    </>
  )
}
