export { PublicFrame as SignInPage } from "../pages/public-frame.tsx";
