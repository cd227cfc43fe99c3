/** `@service/embed-sdk/people`: who answers, with name, picture and initials, for a screen of your own. */
export * from '@service/embed-headless/people';
