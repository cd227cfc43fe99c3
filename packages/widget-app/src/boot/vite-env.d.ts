// Vite's own modules: style sheets that are imported for their effect.
/// <reference types="vite/client" />

// A language's file without its catalogue, see vite.config.ts.
declare module '*?topics';
