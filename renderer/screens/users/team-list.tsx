import type { Operator } from '#contracts/operators.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { IconButton } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Avatar, Badge, Card } from '../../ui/display.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { coversRole, roleName, roleValue } from './role-options.ts'
import type { RolesModel } from './roles-model.ts'
import type { TeamModel } from './team-model.ts'

interface TeamListProps {
  readonly desk: Desk
  readonly model: TeamModel
  readonly roles: RolesModel
}

/** All operators with their presence and actions. */
export function TeamList({ desk, model, roles }: TeamListProps) {
  const people = desk.team.people.value
  const statusOf = (person: Operator) =>
    person.is_me
      ? desk.preferences.status.value
      : (desk.attending.colleagues.value.find(({ operator }) => operator.id === person.id)
          ?.status ?? 'offline')

  const makeLink = (person: Operator) =>
    void model
      .makeLink(person)
      .catch((failure) => desk.toasts.show(explain(failure), { tone: 'danger' }))

  const report = (work: Promise<unknown>) =>
    void work.catch((failure) => desk.toasts.show(explain(failure), { tone: 'danger' }))
  const emailLink = (person: Operator) =>
    report(
      model
        .email(person)
        .then(({ ok, message }) => desk.toasts.show(message, ok ? {} : { tone: 'danger' })),
    )
  const revoke = (person: Operator) =>
    report(
      model.revoke(person).then(() => desk.toasts.show(t('team.revoked', { name: person.name }))),
    )

  const mayManage = (person: Operator) =>
    coversRole(desk.session, roleValue(person), roles.roles.value)
  const isLastOwner = ({ role }: Operator) =>
    role === 'owner' && people.filter((one) => one.role === 'owner').length === 1

  return (
    <Card title={t('team.team')} note={people.length === 1 ? t('team.alone') : undefined}>
      <DataTable
        label={t('team.team')}
        rows={people}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={[
          {
            key: 'name',
            title: t('team.name'),
            isPrimary: true,
            cell: (person) => (
              <span class="person-cell">
                <Avatar
                  name={person.name}
                  id={String(person.id)}
                  picture={person.picture}
                  isOnline={statusOf(person) === 'available'}
                />
                <bdi>{person.name}</bdi>
                {person.is_me && <Badge tone="person">{t('team.you')}</Badge>}
              </span>
            ),
          },
          { key: 'role', title: t('team.role'), cell: roleName },
          {
            key: 'email',
            title: t('team.email'),
            cell: ({ email }) => email && <bdi>{email}</bdi>,
          },
          {
            key: 'status',
            title: t('team.status'),
            cell: (person) =>
              person.invited_until === null ? (
                t(`team.${statusOf(person)}`)
              ) : (
                <span>
                  {t('team.invitedUntil')} <Time at={person.invited_until} as="full" />
                </span>
              ),
          },
          {
            key: 'added',
            title: t('team.added'),
            cell: (person) => <Time at={person.created_at} />,
          },
        ]}
        actions={(person) => (
          <Menu
            label={t('team.actionsOf', { name: person.name })}
            align="end"
            items={[
              mayManage(person) && { label: t('team.link'), onSelect: () => makeLink(person) },
              mayManage(person) &&
                model.hasEmail.value &&
                person.email !== null && {
                  label: t('team.emailLink'),
                  onSelect: () => emailLink(person),
                },
              mayManage(person) &&
                person.invited_until !== null && {
                  label: t('team.revoke'),
                  onSelect: () => revoke(person),
                },
              mayManage(person) &&
                !isLastOwner(person) && {
                  label: t('team.changeRole'),
                  onSelect: () => {
                    model.changing.value = person
                  },
                },
              mayManage(person) &&
                !isLastOwner(person) && {
                  label: t('team.remove'),
                  isDanger: true,
                  onSelect: () => {
                    model.removing.value = person
                  },
                },
            ]}
            trigger={(props) => (
              <IconButton
                icon={MoreIcon}
                label={t('team.actionsOf', { name: person.name })}
                {...props}
              />
            )}
          />
        )}
      />
    </Card>
  )
}
