import type * as sanity from 'sanity'

/*
 * Sanity's helpers give back what they are given, for the sake of its type. These do the same without loading the Studio:
 * the site reads the query of each block from the module that has its schema.
 */
const same = (definition: unknown) => definition

export const defineField = same as typeof sanity.defineField
export const defineArrayMember = same as typeof sanity.defineArrayMember
