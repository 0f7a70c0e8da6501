/** The arguments of a command that is asked for: by argument name; a record is its id. */
export type Arguments = Readonly<Record<string, string>>
