/** The team of a row of `conversations`, as JSON, in SQL. */
export const TEAM = `(
  SELECT json_object('id', teams.id, 'name', teams.name, 'colour', teams.colour) FROM teams WHERE teams.id = team_id
) AS team`

/** A conversation with its team. */
export interface OfTeam {
  /** JSON; null without one. */
  readonly team: string | null
}
