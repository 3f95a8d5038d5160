/** Role of a row of `operators`, in SQL. */
export const ROLE = "iif(operators.custom_role IS NULL, operators.role, 'custom')"

/** JSON list of what the custom role of a row of `operators` grants, in SQL; null for the other roles. */
export const GRANTED = '(SELECT capabilities FROM roles WHERE roles.id = operators.custom_role)'
