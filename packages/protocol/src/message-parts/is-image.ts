/** On its own, so that what only asks this carries no table. */
export const isImage = (type: string): boolean => type.startsWith('image/');
