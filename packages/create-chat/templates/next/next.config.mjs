/** This folder is a project of its own, whatever lies around it. */
export default { turbopack: { root: import.meta.dirname } };
