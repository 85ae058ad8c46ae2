export { PublicFrame as SignInPage } from "#app/areas/pages/public-frame.tsx";
