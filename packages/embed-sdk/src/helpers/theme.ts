/** `@service/embed-sdk/theme`: the widget's colours for a screen of one's own, every text at 4.5:1 or more. */
export * from '@service/embed-headless/theme';
