/** Whether a text of an address may be the id of a row, as PostgreSQL writes it. In a file that loads no zod: a page asks it, too. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
